const PLACE = /(<!-- figures: (\w+) -->)[^]*?(<!-- end -->)/gu;

/**
 * Puts each table between the comments `<!-- figures: its name -->` and `<!-- end -->`. Throws an error that names a table that there is not.
 * @param {string} page Markdown
 * @param {Record<string, string>} tables Markdown, by name
 */
export const withTables = (page, tables) =>
  page.replace(PLACE, (_, start, name, end) => {
    if (!(name in tables)) throw new Error(`There is no table ${name}: ${Object.keys(tables).join(', ')}`);
    return `${start}\n\n${tables[name]}\n\n${end}`;
  });
