import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

export interface Toast {
  readonly text: string;
  readonly tone?: 'good' | 'bad';
}

const SHOWN_MS = 6_000;
const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Says shortly that something was done, or was not. What the user has to act on belongs in the page instead. */
export const useToast = (): ((toast: Toast) => void) => useContext(ToastContext);

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly (Toast & { readonly id: number })[]>([]);
  const last = useRef(0);
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const add = useCallback(
    (toast: Toast) => {
      last.current += 1;
      const id = last.current;
      setToasts((shown) => [...shown, { ...toast, id }]);
      setTimeout(() => remove(id), SHOWN_MS);
    },
    [remove],
  );
  return (
    <ToastContext value={add}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text, tone }) => (
          <div key={id} className={tone === 'bad' ? 'toast toast-bad' : 'toast'}>
            <span>{text}</span>
            <Button kind="quiet" isIcon aria-label="Close the message" onPress={() => remove(id)}>
              ✕
            </Button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
