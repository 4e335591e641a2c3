import { parser } from '@prometheus-io/lezer-promql';

/** A condition on a label, such as `status=~"5.."`. */
export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

export interface Query {
  /** The metrics, each with its conditions. */
  readonly selectors: readonly { readonly metric: string; readonly matchers: readonly Matcher[] }[];
  /** Labels by which it groups or joins. */
  readonly labels: readonly string[];
}

/** Reads a query in PromQL; Grafana's variables stand for durations. Throws if it is not valid. */
export function readQuery(expression: string): Query {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const selectors: { metric: string; matchers: Matcher[] }[] = [];
  const labels: string[] = [];
  const textOf = ({ from, to }: { readonly from: number; readonly to: number }) => text.slice(from, to);
  parser.parse(text).iterate({
    enter: ({ type, node, from }) => {
      if (type.isError) throw new Error(`Not valid at ${String(from)}: ${text}`);
      if (type.name === 'VectorSelector') {
        const identifier = node.getChild('Identifier');
        if (identifier === null) throw new Error(`A selector without a metric: ${text}`);
        const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((matcher) => {
          const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((name) =>
            matcher.getChild(name),
          );
          if (!label || !operator || !value) throw new Error(`A condition is not complete: ${text}`);
          return { label: textOf(label), operator: textOf(operator), value: textOf(value).slice(1, -1) };
        });
        selectors.push({ metric: textOf(identifier), matchers });
      }
      if (type.name === 'GroupingLabels') labels.push(...node.getChildren('LabelName').map(textOf));
    },
  });
  return { selectors, labels };
}
