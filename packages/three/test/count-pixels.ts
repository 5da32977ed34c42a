import type { Page } from 'playwright-core';

export interface PixelCounts {
  /** Clearly red. */
  readonly red: number;
  /** Clearly orange. */
  readonly orange: number;
  /** Clearly violet. */
  readonly violet: number;
  /** Clearly green. */
  readonly green: number;
  /** Clearly blue. */
  readonly blue: number;
  /** How many different colours there are. */
  readonly colors: number;
}

/** Counts pixels of what an element looks like on the screen. */
export async function countPixels(page: Page, selector: string): Promise<PixelCounts> {
  const picture = (await page.locator(selector).first().screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    const seen = new Set<number>();
    let red = 0;
    let orange = 0;
    let violet = 0;
    let green = 0;
    let blue = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      const [r, g, b] = [pixels[i], pixels[i + 1], pixels[i + 2]];
      seen.add((r << 16) | (g << 8) | b);
      if (g > r + 40 && g > b + 40) green++;
      if (b > r + 60 && b > g + 60) blue++;
      if (r > 190 && g < 90 && b < 90) red++;
      else if (r > 220 && g > 110 && g < 190 && b < 80) orange++;
      else if (b > 110 && b > g + 40 && b > r + 20 && r > g + 12) violet++;
    }
    return { red, orange, violet, green, blue, colors: seen.size };
  }, picture);
}
