import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTokenInAddress } from './token-in-address.ts';
import { visitorApi } from './visitor-api.ts';
import { VisitorForm } from './visitor-form.tsx';
import { VisitorPage } from './visitor-page.tsx';

export default function ResetPasswordPage(): ReactNode {
  const [token, setToken] = useState(useTokenInAddress());
  const [newPassword, setNewPassword] = useState('');
  const reset = useMutation({ mutationFn: () => visitorApi.resetPassword({ token: token.trim(), newPassword }) });
  return (
    <VisitorPage title="Set a new password">
      {reset.isSuccess ? (
        <Notice tone="good" title="You have a new password">
          <p>
            All earlier sessions are ended. <Link to="/sign-in">Sign in</Link> with the new password.
          </p>
        </Notice>
      ) : (
        <VisitorForm
          action="Set the password"
          kind="primary"
          onSubmit={() => reset.mutate()}
          error={reset.error}
          isPending={reset.isPending}
        >
          <TextField
            label="Reset token"
            hint="From the link that an owner or admin gave you. It works once, and for an hour."
            autoComplete="off"
            isRequired
            value={token}
            onChange={setToken}
          />
          <TextField
            label="New password"
            hint="At least 12 characters."
            type="password"
            autoComplete="new-password"
            isRequired
            minLength={12}
            value={newPassword}
            onChange={setNewPassword}
          />
        </VisitorForm>
      )}
    </VisitorPage>
  );
}
