import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** At the side and as high as the window, for the details of one thing of a list. */
  readonly isDrawer?: boolean;
}

/** Something on top of the page: it has the focus until it is closed, by its button or by Escape. */
export const Dialog = ({ title, isOpen, onClose, children, isDrawer = false }: DialogProps): ReactNode => (
  <ModalOverlay
    className={isDrawer ? 'overlay overlay-side' : 'overlay'}
    isOpen={isOpen}
    isDismissable
    onOpenChange={(opened) => {
      if (!opened) onClose();
    }}
  >
    <Modal>
      <AriaDialog className={isDrawer ? 'dialog drawer' : 'dialog'}>
        <div className="dialog-head">
          <Heading slot="title">{title}</Heading>
          <Button kind="quiet" isIcon aria-label="Close" onPress={onClose}>
            ✕
          </Button>
        </div>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
