import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { strata } from '../../api/strata.ts';
import { SERVICE_URL } from '../../session/addresses.ts';
import { useMay } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code-snippet.tsx';
import { errorText } from '../../ui/error-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useForgotten } from '../../ui/shown-once.tsx';
import { CLIENTS, environmentOf, PLACEHOLDER, type ClientId } from './clients.ts';
import { FirstUse } from './first-use.tsx';

interface NewKey {
  readonly id: string;
  readonly key: string;
}

export default function ConnectPage(): ReactNode {
  const [selected, select] = useState<ClientId>('typescript');
  // Only here, and not among what was read: it is gone with the page.
  const [made, setMade] = useState<NewKey>();
  const [keyId, setKeyId] = useState<string>();
  useForgotten(
    made?.key,
    useCallback(() => setMade(undefined), []),
  );
  const place = { url: SERVICE_URL.replace(/\/$/, ''), key: made?.key ?? PLACEHOLDER };
  const client = CLIENTS.find(({ id }) => id === selected) ?? CLIENTS[0];
  return (
    <Page title="Connect" lead="Let an agent, a program or a coding tool use Strata.">
      <Card title="1. What do you connect?">
        <SelectField
          label="Tool"
          value={selected}
          onChange={select}
          choices={CLIENTS.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <p className="muted">{client.about}</p>
      </Card>
      <Card title="2. A key for it">
        <KeyStep
          isMade={made !== undefined}
          name={`Connect: ${client.title}`}
          onMade={(key) => {
            setMade(key);
            setKeyId(key.id);
          }}
        />
        {client.usesEnvironment && <Code label="Environment variables" code={environmentOf(place)} />}
      </Card>
      <Card title="3. Connect it">
        {client.steps(place).map(({ says, code }) => (
          <div key={says} className="stack">
            <p>{says}</p>
            <Code code={code} label={`${client.title}: ${says}`} />
          </div>
        ))}
      </Card>
      {keyId !== undefined && <FirstUse keyId={keyId} />}
    </Page>
  );
}

interface KeyStepProps {
  readonly isMade: boolean;
  readonly name: string;
  readonly onMade: (key: NewKey) => void;
}

function KeyStep({ isMade, name, onMade }: KeyStepProps): ReactNode {
  const mayCreate = useMay('createApiKey');
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const make = async (): Promise<void> => {
    if (isPending) return;
    setPending(true);
    setError(undefined);
    try {
      const { id, key } = await strata.api.createApiKey({ name, scopes: ['read', 'write'] });
      onMade({ id, key });
      await queries.invalidateQueries({ queryKey: ['listApiKeys'] });
    } catch (reason) {
      setError(reason);
    } finally {
      setPending(false);
    }
  };
  if (isMade)
    return (
      <Notice tone="good" title="The key is in the snippets below">
        <p>It may read and write, and is shown only until you leave this page. You can revoke it under API keys.</p>
      </Notice>
    );
  if (!mayCreate)
    return (
      <p>
        Your role may not make keys. Ask an owner or admin of the tenant for one, and put it where the snippets say{' '}
        {PLACEHOLDER}.
      </p>
    );
  return (
    <>
      <p>Make one now, or put one that you have where the snippets say {PLACEHOLDER}.</p>
      <div className="row">
        <Button kind="primary" isPending={isPending} onPress={() => void make()}>
          Make a key
        </Button>
      </div>
      {error !== undefined && <Notice tone="bad" title={errorText(error)} />}
    </>
  );
}
