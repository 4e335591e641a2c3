let on = false;

/** Whether this process records traces. */
export const isTracing = (): boolean => on;

/** Only for the start and the end of the SDK. */
export const setTracing = (isOn: boolean): void => {
  on = isOn;
};
