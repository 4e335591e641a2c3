import { useState, type ReactNode } from 'react';
import { useSessionQuery } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { RegisterForm } from './register-page.tsx';
import { useTokenInAddress } from './token-in-address.ts';
import { useSignIn } from './use-sign-in.ts';
import { acceptInvitation, visitorApi } from './visitor-api.ts';
import { VisitorForm } from './visitor-form.tsx';
import { VisitorPage } from './visitor-page.tsx';

export default function InvitationPage(): ReactNode {
  const token = useTokenInAddress();
  const { data: session } = useSessionQuery();
  const [hasAccount, setHasAccount] = useState(false);
  return (
    <VisitorPage title="Join an organization">
      {token === '' ? (
        <Notice tone="bad" title="The link has no invitation">
          <p>Open the whole link that you were given, or ask for another one.</p>
        </Notice>
      ) : session === undefined ? (
        <Loading />
      ) : hasAccount || session !== null ? (
        <AcceptForm token={token} email={session?.user.email ?? ''} />
      ) : (
        <>
          <p>Use the e-mail address to which the invitation was sent.</p>
          <RegisterForm invitationToken={token} />
          <Button onPress={() => setHasAccount(true)}>I have an account</Button>
        </>
      )}
    </VisitorPage>
  );
}

/** Joins with an account: the password opens a session in the other tenant. */
function AcceptForm({ token, email: known }: { readonly token: string; readonly email: string }): ReactNode {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const join = useSignIn(async () => {
    const own = await visitorApi.logIn({ email, password });
    const { tenant } = await acceptInvitation(own.token, token);
    return (await visitorApi.logIn({ email, password, tenantId: tenant.id })).token;
  });
  return (
    <VisitorForm
      action="Join"
      kind="primary"
      onSubmit={() => join.mutate(undefined)}
      error={join.error}
      refusal="The e-mail address or the password is wrong"
      isPending={join.isPending}
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
  );
}
