/** `list` and `tuple` are values; lines end in the others. */
type Context = 'list' | 'tuple' | 'meta' | 'brace';

const CLOSES: Readonly<Record<string, string>> = { list: ']', tuple: ')', meta: ')', brace: '}' };
const STRING = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|@@@[\s\S]*?@@@|@[^@\n]*@/y;
const COMMENT = /#[^\n]*|\/\*[\s\S]*?\*\//y;
/** After these a parenthesis is a value, elsewhere it holds metadata. */
const BEFORE_TUPLE = /[=,:([]$/;

/**
 * Writes USD text as three.js' parser wants it, which goes by lines: a statement on each, braces at the end of one. The format itself does not
 * care, and what the parser does not understand it leaves out without a word.
 *
 * @throws Error if something is not closed: the file is cut off.
 */
export function tidyUsdText(text: string): string {
  const open: { readonly context: Context; readonly line: number }[] = [];
  const parts: string[] = [];
  let last = ''; // the last character that is no space
  let line = 1;
  const push = (context: Context) => open.push({ context, line });
  for (let i = 0; i < text.length; ) {
    const skipped = match(COMMENT, text, i);
    const whole = skipped ?? match(STRING, text, i);
    if (whole !== undefined) {
      if (skipped === undefined) {
        parts.push(whole.replaceAll('\n', ' '));
        last = '"';
      } else if (i === 0) parts.push(whole); // #usda 1.0
      line += whole.split('\n').length - 1;
      i += whole.length;
      continue;
    }
    const character = text[i++];
    const context = open.at(-1)?.context;
    const inValue = context === 'list' || context === 'tuple';
    if (character === '\n') line++;
    switch (character) {
      case '[':
        push('list');
        parts.push(character);
        break;
      case '(': {
        const tuple = inValue || BEFORE_TUPLE.test(last);
        push(tuple ? 'tuple' : 'meta');
        parts.push(tuple ? '(' : ' (\n');
        break;
      }
      case '{':
        push('brace');
        parts.push(' {\n');
        break;
      case ']':
      case ')':
      case '}':
        if (!context || CLOSES[context] !== character) throw new Error(`line ${line} has a ${character} too many`);
        open.pop();
        parts.push(inValue ? character : `\n${character}\n`);
        break;
      case ';':
        parts.push('\n');
        break;
      case ',':
        parts.push(inValue ? ',' : ',\n');
        break;
      case '\r':
        break;
      default:
        parts.push(character === '\n' && inValue ? ' ' : character);
    }
    if (character.trim() !== '') last = character;
  }
  const [first] = open;
  if (first) throw new Error(`it is cut off: what is opened in line ${first.line} is not closed`);
  return parts.join('');
}

/** How many meshes tidy text defines. */
export function countMeshes(tidy: string): number {
  return tidy.match(/^\s*def\s+Mesh\s+"/gm)?.length ?? 0;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
