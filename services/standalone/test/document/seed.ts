/** The same requests in every run, unless `STRATA_SEED` asks for others. */
export const SEED = Number(process.env['STRATA_SEED'] ?? 20_260_508);
