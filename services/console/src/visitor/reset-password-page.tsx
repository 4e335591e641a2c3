import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { errorText } from '../ui/error-text.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTokenInAddress } from './token-in-address.ts';
import { visitorApi } from './visitor-api.ts';
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
        <Form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            reset.mutate();
          }}
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
          {reset.error !== null && <Notice tone="bad" title={errorText(reset.error)} />}
          <Button type="submit" kind="primary" isPending={reset.isPending}>
            Set the password
          </Button>
        </Form>
      )}
    </VisitorPage>
  );
}
