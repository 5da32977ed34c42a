/**
 * Stands in for the npm package `bunny` in the built page: the terms of the scan do not fit a package under the MIT licence, so it is not in
 * there, and `selfcollide view` serves it from the installed package instead. Workers are built into a folder beside index.html.
 */
const response = await fetch(new URL('../bunny.json', self.location.href));
if (!response.ok) {
  throw new Error(
    `The bunny does not come with this page, and the server has none (answer ${response.status}). Start the viewer with "selfcollide view".`,
  );
}
const { positions, triangles }: { positions: number[]; triangles: number[] } = await response.json();

const inThrees = (flat: number[]) => Array.from({ length: flat.length / 3 }, (_, i) => flat.slice(3 * i, 3 * i + 3));

export default { positions: inThrees(positions), cells: inThrees(triangles) };
