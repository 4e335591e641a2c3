/** What readers say about records that become no event. */
export interface RecordTally {
  leftOut(reason: string): void;
  unknown(type: string): void;
  broken(path: string, line: number): void;
}

export const silentTally: RecordTally = {
  leftOut: () => undefined,
  unknown: () => undefined,
  broken: () => undefined,
};
