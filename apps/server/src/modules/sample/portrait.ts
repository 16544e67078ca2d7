const size = 256

/** Draws a small portrait as PNG: head and shoulders before a coloured ground, different for each `n`. */
export async function drawPortrait(n: number): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * 3)
  const colours = coloursOf(n)
  const fringe = 0.31 + (n % 4) * 0.025
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const colour = colourAt(x / size, y / size, colours, fringe)
      pixels.set(colour, (y * size + x) * 3)
    }
  }
  // Imported only when used: later starts draw nothing.
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .blur(0.8)
    .png()
    .toBuffer()
}

type Rgb = readonly [number, number, number]

interface Colours {
  ground: Rgb
  light: Rgb
  shirt: Rgb
  skin: Rgb
  hair: Rgb
}

const skins: readonly Rgb[] = [
  [241, 205, 175],
  [222, 176, 140],
  [186, 133, 96],
  [133, 88, 60],
]
const hairs: readonly Rgb[] = [
  [52, 38, 32],
  [110, 70, 40],
  [196, 150, 84],
  [150, 150, 152],
  [84, 32, 26],
]

function coloursOf(n: number): Colours {
  const hue = (n * 137.5) % 360
  return {
    ground: fromHue(hue, 0.42),
    light: fromHue(hue, 0.58),
    shirt: fromHue(hue + 150, 0.4),
    skin: skins[n % skins.length] as Rgb,
    hair: hairs[(n * 3) % hairs.length] as Rgb,
  }
}

/** The colour of a point, 0 to 1 in both directions, from front to back. */
function colourAt(x: number, y: number, { ground, light, shirt, skin, hair }: Colours, fringe: number): Rgb {
  if (isIn(x, y, 0.5, 0.46, 0.165, 0.2) && y > fringe) return skin
  if (isIn(x, y, 0.5, 0.41, 0.2, 0.24) && y < 0.5) return hair
  if (isIn(x, y, 0.5, 0.66, 0.07, 0.1)) return skin
  if (isIn(x, y, 0.5, 1.02, 0.36, 0.34)) return shirt
  return x + y < 1 ? light : ground
}

const isIn = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1

function fromHue(hue: number, lightness: number): Rgb {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    const a = 0.5 * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}
