import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';

export interface TabContent {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface TabsProps {
  /** What the tabs are about, for screen readers. */
  readonly label: string;
  readonly tabs: readonly TabContent[];
  readonly selected?: string;
  readonly onSelect?: (id: string) => void;
}

/** Views of one thing, one at a time. */
export const Tabs = ({ label, tabs, selected, onSelect }: TabsProps): ReactNode => (
  <AriaTabs
    {...(selected === undefined ? {} : { selectedKey: selected })}
    onSelectionChange={(key) => onSelect?.(String(key))}
  >
    <TabList aria-label={label} className="tab-list">
      {tabs.map(({ id, title }) => (
        <Tab key={id} id={id} className="tab">
          {title}
        </Tab>
      ))}
    </TabList>
    {tabs.map(({ id, content }) => (
      <TabPanel key={id} id={id} className="tab-panel">
        {content}
      </TabPanel>
    ))}
  </AriaTabs>
);
