import { useState, type ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Time } from '../../ui/time.tsx';
import { compareVersions, type ComparedLine, type Version } from './compare-versions.ts';

/** What an artifact said before: two of its versions side by side. */
export function ArtifactVersions({ id, version }: { readonly id: string; readonly version: number }): ReactNode {
  const query = useOperation('listArtifactVersions', { id, limit: 100 }, { isNeeded: version > 1 });
  if (version === 1) return null;
  return (
    <Card title="Versions">
      <Loaded query={query}>
        {({ items }) =>
          items.length < 2 ? (
            <p className="muted">
              You see no earlier version. One is deleted with the evidence that it rested on, and hidden from those who
              may not read all of it.
            </p>
          ) : (
            <SideBySide versions={items} />
          )
        }
      </Loaded>
    </Card>
  );
}

function SideBySide({ versions }: { readonly versions: readonly Version[] }): ReactNode {
  const [chosen, choose] = useState<{ readonly before?: string; readonly after?: string }>({});
  const [newest] = versions;
  const after = versions.find(({ version }) => String(version) === chosen.after) ?? newest;
  const before = versions.find(({ version }) => String(version) === chosen.before) ?? versions[1];
  if (before === undefined || after === undefined) return null;
  const choices = versions.map(({ version, replacedAt }) => ({
    value: String(version),
    label: replacedAt === null ? `${String(version)} (present)` : String(version),
  }));
  return (
    <>
      <div className="filters">
        <SelectField
          label="Version"
          choices={choices}
          value={String(before.version)}
          onChange={(value) => choose({ ...chosen, before: value })}
        />
        <SelectField
          label="Compared with"
          choices={choices}
          value={String(after.version)}
          onChange={(value) => choose({ ...chosen, after: value })}
        />
      </div>
      <Comparison before={before} after={after} />
    </>
  );
}

function Comparison({ before, after }: { readonly before: Version; readonly after: Version }): ReactNode {
  const lines = compareVersions(before, after);
  return (
    <>
      {!lines.some(({ isChanged }) => isChanged) && <p className="muted">Both say the same.</p>}
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Versions side by side">
        <table className="figures versions">
          <thead>
            <tr>
              {[before, after].map(({ version, compiledAt }, side) => (
                <th key={side} scope="col">
                  Version {version}{' '}
                  <span className="muted">
                    <Time at={compiledAt} isFull />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <Line key={at} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const Line = ({ line: { before, after, isChanged } }: { readonly line: ComparedLine }): ReactNode =>
  isChanged ? (
    <tr>
      <td className={before === null ? '' : 'line-before'}>{before !== null && <del>{before}</del>}</td>
      <td className={after === null ? '' : 'line-after'}>{after !== null && <ins>{after}</ins>}</td>
    </tr>
  ) : (
    <tr>
      <td>{before}</td>
      <td>{after}</td>
    </tr>
  );
