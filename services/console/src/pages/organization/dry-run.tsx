import type { Data, Input } from '@strata/client/strata';
import { useState, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { useChange, useOperation } from '../../api/use-operation.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { errorHint, errorText } from '../../ui/error-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card, Facts } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Organization } from './in-organization.tsx';

/** Stands for a principal that is no member, such as an API key. */
const OTHER = '';

interface Question {
  readonly userId: string;
  readonly otherId: string;
  readonly action: 'read' | 'write';
  readonly resource: string;
  readonly environment: 'live' | 'test';
  readonly tags: string;
}

const requestOf = (orgId: string, question: Question): Input<'evaluatePolicy'> => {
  const tags = question.tags.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
  return {
    orgId,
    principal: question.userId === OTHER ? question.otherId.trim() : question.userId,
    action: question.action,
    resource: question.resource.trim(),
    context: { environment: question.environment, ...(tags.length === 0 ? {} : { tags }) },
  };
};

/** Asks the policies about a request without making it. */
export function DryRun({ organization }: { readonly organization: Organization }): ReactNode {
  const orgId = organization.id;
  const members = useOperation('listMembers', { orgId, limit: 100 });
  const evaluate = useChange('evaluatePolicy');
  const { user } = useSession();
  const [question, setQuestion] = useState<Question>({
    userId: user.id,
    otherId: '',
    action: 'read',
    resource: '',
    environment: 'live',
    tags: '',
  });
  const change = (changed: Partial<Question>): void => setQuestion((before) => ({ ...before, ...changed }));
  const people = (members.data?.items ?? []).flatMap(({ userId, name, email, role }) =>
    userId === null ? [] : [{ value: userId, label: `${name ?? email ?? userId} (${role})` }],
  );
  return (
    <Card title="Dry run">
      <p className="muted">Who would be allowed what by the policies as they are saved, and why. It changes nothing.</p>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          evaluate.mutate(requestOf(orgId, question));
        }}
      >
        <SelectField
          label="Who"
          value={question.userId}
          onChange={(userId) => change({ userId })}
          choices={[...people, { value: OTHER, label: 'another user or an API key, by its id' }]}
        />
        {question.userId === OTHER && (
          <TextField
            label="Id of the user or API key"
            isRequired
            value={question.otherId}
            onChange={(otherId) => change({ otherId })}
          />
        )}
        <SelectField
          label="Does what"
          value={question.action}
          onChange={(action) => change({ action })}
          choices={[
            { value: 'read', label: 'read' },
            { value: 'write', label: 'write' },
          ]}
        />
        <TextField
          label="With what"
          hint="namespace:, agent:, memory: or artifact: with an id."
          isRequired
          value={question.resource}
          onChange={(resource) => change({ resource })}
        />
        <TextField
          label="Tags (optional)"
          hint="With commas between them. They replace the stored ones."
          value={question.tags}
          onChange={(tags) => change({ tags })}
        />
        <SelectField
          label="In the environment"
          value={question.environment}
          onChange={(environment) => change({ environment })}
          choices={[
            { value: 'live', label: 'live' },
            { value: 'test', label: 'test' },
          ]}
        />
        <div className="row">
          <Button type="submit" kind="primary" isPending={evaluate.isPending}>
            Try it
          </Button>
        </div>
      </Form>
      <div role="status">
        {evaluate.error !== null && (
          <Notice tone="bad" title={errorText(evaluate.error)}>
            <p>{errorHint(evaluate.error)}</p>
          </Notice>
        )}
        {evaluate.data !== undefined && <Decision decision={evaluate.data} organization={organization} />}
      </div>
    </Card>
  );
}

interface DecisionProps {
  readonly decision: Data<'evaluatePolicy'>;
  readonly organization: Organization;
}

function Decision({ decision, organization }: DecisionProps): ReactNode {
  const { allowed, reason, policyName, policyId, organizationId, principal } = decision;
  return (
    <Notice tone={allowed ? 'good' : 'warning'} title={allowed ? 'Allowed' : 'Denied'}>
      <p>{reason}</p>
      <Facts
        facts={[
          ['Decided by the policy', policyName],
          ['Policy id', policyId === null ? null : <code key="policy">{policyId}</code>],
          ['Of the organization', organizationId === null ? 'another one, or none' : organization.name],
          ['As the principal', <code key="principal">{principal.id}</code>],
          ['With the role here', principal.role ?? 'none'],
          ['In the teams', principal.teamIds.join(', ')],
        ]}
      />
    </Notice>
  );
}
