import ts from 'typescript';

/**
 * Every module that a TypeScript source names: imports, re-exports, dynamic imports and `import('…')` types.
 * `dynamic` is `await import('…')`, run only when reached. Types are not.
 */
export function readImports(source) {
  const found = [];
  const add = (node, dynamic) => {
    if (node && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, dynamic });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier, false);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, false);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], true);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return found;
}
