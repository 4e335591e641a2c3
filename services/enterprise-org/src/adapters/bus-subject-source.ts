import { describeSubject } from '@strata/contracts/calls/learn';
import type { Bus } from '@strata/platform/bus/bus';
import type { SubjectSource } from '../policies/subject-source.ts';

/** Memories and artifacts, described by the learn-compiler. */
export const createBusSubjectSource =
  (bus: Bus): SubjectSource =>
  (question, context) =>
    bus.call(describeSubject, question, context);
