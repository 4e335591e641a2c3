import { useState, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FILTERS, readQuestion, type Question } from './question.ts';

interface AskFormProps {
  readonly question: Question;
  readonly isPending: boolean;
  readonly onAsk: (question: Question) => void;
}

const LABELS: Readonly<Record<(typeof FILTERS)[number] | 'tags', string>> = {
  agentId: 'Agent',
  userId: 'End user',
  namespaceId: 'Namespace',
  sessionId: 'Session',
  tags: 'Tags, separated by commas',
};

export function AskForm({ question, isPending, onAsk }: AskFormProps): ReactNode {
  const [fields, setFields] = useState<Readonly<Record<string, string>>>(() => ({
    ...Object.fromEntries(FILTERS.map((name) => [name, question[name] ?? ''])),
    query: question.query,
    maxTokens: String(question.maxTokens),
    tags: (question.tags ?? []).join(', '),
  }));
  const field = (name: string) => ({
    value: fields[name] ?? '',
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  });
  const hasFilters = [...FILTERS, 'tags'].some((name) => fields[name] !== '');
  return (
    <Card title="Question">
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onAsk(readQuestion(new URLSearchParams(fields)));
        }}
      >
        <TextField label="Question or task" rows={3} isRequired {...field('query')} />
        <TextField label="Token budget" type="number" inputMode="numeric" {...field('maxTokens')} />
        <details open={hasFilters}>
          <summary>Filters</summary>
          <div className="grid">
            {([...FILTERS, 'tags'] as const).map((name) => (
              <TextField key={name} label={LABELS[name]} {...field(name)} />
            ))}
          </div>
        </details>
        <div>
          <Button type="submit" kind="primary" isPending={isPending}>
            Ask
          </Button>
        </div>
      </Form>
    </Card>
  );
}
