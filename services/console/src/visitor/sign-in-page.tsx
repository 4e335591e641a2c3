import { useState, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { Link, useLocation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { errorText } from '../ui/error-text.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSignIn } from './use-sign-in.ts';
import { visitorApi } from './visitor-api.ts';
import { VisitorPage } from './visitor-page.tsx';

export default function SignInPage(): ReactNode {
  const { search } = useLocation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn(async () => (await visitorApi.logIn({ email, password })).token);
  return (
    <VisitorPage title="Sign in">
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate(undefined);
        }}
      >
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          isRequired
          value={email}
          onChange={setEmail}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          isRequired
          value={password}
          onChange={setPassword}
        />
        {signIn.error !== null && <Notice tone="bad" title={errorText(signIn.error)} />}
        <Button type="submit" kind="primary" isPending={signIn.isPending}>
          Sign in
        </Button>
      </Form>
      <p>
        No account yet? <Link to={`/register${search}`}>Register</Link>
      </p>
      <p className="muted">
        Forgotten the password? An owner or admin of your organization gives you a link to set another one. After the
        first start, e-mail address and password are in the file <code>credentials.json</code> of the data folder.
      </p>
      <details>
        <summary>Sign in with a token of your identity provider</summary>
        <TokenForm />
      </details>
    </VisitorPage>
  );
}

function TokenForm(): ReactNode {
  const [token, setToken] = useState('');
  const signIn = useSignIn(async () => token.trim());
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate(undefined);
      }}
    >
      <TextField
        label="Token"
        hint="A token that this service accepts as a credential of a user."
        type="password"
        autoComplete="off"
        isRequired
        value={token}
        onChange={setToken}
      />
      {signIn.error !== null && <Notice tone="bad" title={errorText(signIn.error)} />}
      <Button type="submit" isPending={signIn.isPending}>
        Sign in with the token
      </Button>
    </Form>
  );
}
