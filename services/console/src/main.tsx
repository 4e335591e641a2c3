import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { SESSION_KEY } from './session/session-key.ts';
import { router } from './app/router.tsx';
import { listenForEnd, readSession } from './session/session-requests.ts';
import { followTheme } from './shell/theme.ts';
import { ToastProvider } from './ui/toasts.tsx';
import './ui/base.css';
import './ui/controls.css';
import './ui/content.css';

followTheme();
listenForEnd(() => queryClient.setQueryData(SESSION_KEY, null));
// Together with the page's own files, so that its data is asked for right after it.
queryClient.query({ queryKey: SESSION_KEY, queryFn: readSession }).catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the console');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);
