import { useState, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { useSessionQuery } from '../session/use-session.ts';
import { TextField } from '../ui/text-field.tsx';
import { pageAfter } from './page-after.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useSignIn } from './use-sign-in.ts';
import { visitorApi } from './visitor-api.ts';
import { VisitorForm } from './visitor-form.tsx';
import { VisitorPage } from './visitor-page.tsx';

export default function SignInPage(): ReactNode {
  const { search } = useLocation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn(async () => (await visitorApi.logIn({ email, password })).token);
  const { data: session } = useSessionQuery();
  const [query] = useSearchParams();
  if (session !== undefined && session !== null) return <Navigate replace to={pageAfter(query.get('next'))} />;
  return (
    <VisitorPage title="Sign in">
      <ProviderSignIn />
      <VisitorForm
        action="Sign in"
        kind="primary"
        onSubmit={() => signIn.mutate(undefined)}
        error={signIn.error}
        refusal="The e-mail address or the password is wrong"
        isPending={signIn.isPending}
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
      </VisitorForm>
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
    <VisitorForm
      action="Sign in with the token"
      onSubmit={() => signIn.mutate(undefined)}
      error={signIn.error}
      isPending={signIn.isPending}
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
    </VisitorForm>
  );
}
