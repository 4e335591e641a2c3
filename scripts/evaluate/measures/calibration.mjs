import { mean, ratio, share } from '../figures.mjs';
import { follows, schemasWithTools } from './schemas.mjs';

const MIN_RUNS = 3;
const BINS = 10;

/** Expected calibration error over ten bins of equal width: the mean distance of what was stated from what happened. */
export function calibrationError(predictions) {
  const bins = Array.from({ length: BINS }, () => ({ stated: 0, happened: 0 }));
  for (const { stated, happened } of predictions) {
    const bin = bins[Math.min(BINS - 1, Math.floor(stated * BINS))];
    bin.stated += stated;
    bin.happened += happened ? 1 : 0;
  }
  return ratio(
    bins.reduce((sum, bin) => sum + Math.abs(bin.stated - bin.happened), 0),
    predictions.length,
  );
}

/** The success rates and lower bounds that schemas state, against the unseen runs that follow them. */
export function measureCalibration(artifacts, { unseen, tools }) {
  const rated = schemasWithTools(artifacts, tools)
    .filter(({ artifact }) => typeof artifact.content.successRate === 'number')
    .map((schema) => ({
      ...schema,
      rate: schema.artifact.content.successRate,
      runs: unseen.filter((run) => follows(run, schema)),
    }));
  const predictions = rated.flatMap(({ rate, runs }) => runs.map(({ passed }) => ({ stated: rate, happened: passed })));
  const tested = rated
    .filter(({ runs }) => runs.length >= MIN_RUNS)
    .map((schema) => ({ ...schema, actual: schema.runs.filter(({ passed }) => passed).length / schema.runs.length }));
  const boundOf = ({ artifact }) => artifact.metadata?.confidence;
  return {
    rateError: mean(tested.map(({ rate, actual }) => Math.abs(rate - actual))),
    calibrationError: calibrationError(predictions),
    boundsHold: share(
      tested.filter((schema) => typeof boundOf(schema) === 'number').map((schema) => schema.actual >= boundOf(schema)),
    ),
  };
}
