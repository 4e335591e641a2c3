/** The spellings of a verdict on a whole session in the payload of any event, the preferred one first. */
export const SESSION_VERDICT_FIELDS = [
  'task_success',
  'taskSuccess',
  'session_success',
  'sessionSuccess',
  'task_completed',
  'taskCompleted',
  'goal_reached',
  'goalReached',
  'resolved',
  'solved',
] as const;
