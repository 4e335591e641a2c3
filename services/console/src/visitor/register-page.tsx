import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { TextField } from '../ui/text-field.tsx';
import { useSignIn } from './use-sign-in.ts';
import { visitorApi } from './visitor-api.ts';
import { VisitorForm } from './visitor-form.tsx';
import { VisitorPage } from './visitor-page.tsx';

export default function RegisterPage(): ReactNode {
  const { search } = useLocation();
  return (
    <VisitorPage title="Register">
      <RegisterForm />
      <p>
        You have an account? <Link to={`/sign-in${search}`}>Sign in</Link>
      </p>
    </VisitorPage>
  );
}

/** A new account, in a tenant of its own or, with an invitation, in the inviter's. */
export function RegisterForm({ invitationToken }: { readonly invitationToken?: string }): ReactNode {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const register = useSignIn(async () => {
    const account = { email, password, ...(name.trim() === '' ? {} : { name }) };
    const invited = invitationToken === undefined ? {} : { invitationToken };
    return (await visitorApi.registerAccount({ ...account, ...invited })).token;
  });
  return (
    <VisitorForm
      action="Register"
      kind="primary"
      onSubmit={() => register.mutate(undefined)}
      error={register.error}
      isPending={register.isPending}
    >
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        isRequired
        value={email}
        onChange={setEmail}
      />
      <TextField label="Your name" autoComplete="name" value={name} onChange={setName} />
      <TextField
        label="Password"
        hint="At least 12 characters."
        type="password"
        autoComplete="new-password"
        isRequired
        minLength={12}
        value={password}
        onChange={setPassword}
      />
    </VisitorForm>
  );
}
