/** A list of numbers with how many it says it has. */
const FBX_ARRAY = /([A-Za-z]\w*):\s*\*(\d+)\s*\{\s*a:([^}]*)\}/g;
const COLLADA_ARRAY = /<(float_array|int_array|Name_array|IDREF_array)\b[^>]*\bcount="(\d+)"[^>]*>([^<]*)</g;

/**
 * What three.js' loaders do not notice: lists that are shorter or longer than declared, and text FBX that ends within a block. Both mean that a
 * file was cut or damaged, and a part of it would be checked as if it were all.
 *
 * @throws Error with what was found.
 */
export function checkDeclared(format: 'fbx' | 'collada', text: string): void {
  const [lists, separator] = format === 'fbx' ? ([FBX_ARRAY, ','] as const) : ([COLLADA_ARRAY, /\s+/] as const);
  for (const [, name, declared, body] of text.matchAll(lists)) {
    const list = body.trim();
    const count = list === '' ? 0 : list.split(separator).length;
    if (count !== Number(declared)) throw new Error(`${name} with ${count} of ${declared} values`);
  }
  if (format === 'fbx') checkBlocks(text);
}

/** Quoted text and comments may hold braces of their own. */
function checkBlocks(text: string): void {
  let open = 0;
  for (const line of text.split('\n')) {
    const code = line.replace(/"[^"]*"/g, '').replace(/;.*$/, '');
    for (const c of code) {
      if (c === '{') open++;
      else if (c === '}') open--;
    }
  }
  if (open !== 0) throw new Error(open > 0 ? 'text that ends within a block' : 'a brace too many');
}
