/**
 * Jest's resolver: only packages of the workspace resolve to their sources. Some published packages also have a condition
 * `source`, whose files nothing compiles here.
 */
module.exports = (request, options) => {
  const conditions = request.startsWith('@strata/')
    ? options.conditions
    : options.conditions?.filter((condition) => condition !== 'source');
  return options.defaultResolver(request, { ...options, conditions });
};
