/** Makes the same requests in every run; `STRATA_SEED` makes others. */
export const SEED = Number(process.env['STRATA_SEED'] ?? 20_260_508);
