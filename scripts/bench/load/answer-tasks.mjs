/**
 * Runs tasks that come over IPC and sends back their results, until the parent disconnects.
 * @param {Record<string, (options: object) => Promise<object>>} tasks
 */
export function answerTasks(tasks) {
  process.on('message', ({ id, task, ...options }) => {
    tasks[task](options).then(
      (result) => process.send({ id, result }),
      (error) => process.send({ id, failure: error.stack ?? String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
