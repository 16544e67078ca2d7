/** Writes src/styles/globe.woff2: a font of one sign, the globe that marks a text without translation. Run: node packages/ui/make-globe.ts */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

type Point = readonly [x: number, y: number, isOnCurve: boolean]
type Contour = readonly Point[]

const em = 1000
const globe = 0x1f310
const middle = { x: 500, y: 350 }
const radius = 400
const stroke = 64
const height = 860
const depth = 160

/** Eight curves around the middle; counter-clockwise ones cut out. */
function ellipse(rx: number, ry: number, isCutOut: boolean): Contour {
  const points = Array.from({ length: 16 }, (_, step): Point => {
    const angle = (-Math.PI * step) / 8
    // A point off the curve stands where the tangents of its neighbours meet.
    const reach = step % 2 === 0 ? 1 : 1 / Math.cos(Math.PI / 8)
    const x = Math.round(middle.x + rx * reach * Math.cos(angle))
    return [x, Math.round(middle.y + ry * reach * Math.sin(angle)), step % 2 === 0]
  })
  return isCutOut ? [...points.slice(0, 1), ...points.slice(1).reverse()] : points
}

function bar(left: number, right: number, bottom: number, top: number): Contour {
  const corners = [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ] as const
  return corners.map(([x, y]): Point => [x, y, true])
}

const half = stroke / 2
/** Half the width of the globe at the two lines above and below the equator. */
const parallel = Math.sqrt((radius - half) ** 2 - 200 ** 2)
const contours: Contour[] = [
  ellipse(radius, radius, false),
  ellipse(radius - stroke, radius - stroke, true),
  ellipse(190, radius, false),
  ellipse(190 - stroke, radius - stroke, true),
  ...[-200, 0, 200].map((y) => {
    const reach = Math.round(y === 0 ? radius - half : parallel)
    return bar(middle.x - reach, middle.x + reach, middle.y + y - half, middle.y + y + half)
  }),
]

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2)
  return bytes
}
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}
const padded = (table: Buffer): Buffer => Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])

function glyphOf(parts: readonly Contour[]): Buffer {
  const points = parts.flat()
  const ends: number[] = []
  for (const part of parts) ends.push((ends.at(-1) ?? -1) + part.length)
  const steps = points.map(([x, y], index) => {
    const [beforeX, beforeY] = points[index - 1] ?? [0, 0]
    return [x - beforeX, y - beforeY] as const
  })
  const { left, bottom, right, top } = bounds
  return padded(
    Buffer.concat([
      u16(parts.length, left, bottom, right, top, ...ends, 0),
      Buffer.from(points.map(([, , isOnCurve]) => (isOnCurve ? 1 : 0))),
      u16(...steps.map(([x]) => x)),
      u16(...steps.map(([, y]) => y)),
    ]),
  )
}

const xs = contours.flat().map(([x]) => x)
const ys = contours.flat().map(([, y]) => y)
const bounds = { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }

const glyph = glyphOf(contours)
const pointCount = contours.flat().length

/** Characters to glyphs: one group of one character. */
const segments = Buffer.concat([u16(12, 0), u32(28, 0, 1, globe, globe, 1)])
const cmap = Buffer.concat([u16(0, 1, 3, 10), u32(12), segments])

const nameText = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const names = [
  [1, 'Tavla Globe'],
  [2, 'Regular'],
  [4, 'Tavla Globe'],
  [6, 'TavlaGlobe'],
] as const
const nameData = names.map(([, text]) => nameText(text))
const nameOffset = (index: number): number => nameData.slice(0, index).reduce((sum, bytes) => sum + bytes.length, 0)
const nameTable = Buffer.concat([
  u16(0, names.length, 6 + 12 * names.length),
  ...names.map(([id], index) => u16(3, 1, 0x409, id, nameData[index]?.length ?? 0, nameOffset(index))),
  ...nameData,
])

const tables: Record<string, Buffer> = {
  'OS/2': Buffer.concat([
    u16(4, em, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
    Buffer.alloc(10),
    u32(0, 1 << 25, 0, 0),
    Buffer.from('TVLA'),
    u16(0x40, 0xffff, 0xffff, height, -depth, 0, height, depth),
    u32(1, 0),
    u16(500, 700, 0, 32, 1),
  ]),
  cmap,
  glyf: glyph,
  head: Buffer.concat([
    u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
    u16(0x0800, em),
    Buffer.alloc(16),
    u16(bounds.left, bounds.bottom, bounds.right, bounds.top, 0, 8, 2, 1, 0),
  ]),
  hhea: Buffer.concat([
    u16(1, 0, height, -depth, 0, em, bounds.left, em - bounds.right, bounds.right, 1, 0, 0, 0, 0, 0, 0, 0, 1),
  ]),
  hmtx: u16(em, 0, bounds.left),
  loca: u32(0, 0, glyph.length),
  maxp: Buffer.concat([u32(0x00010000), u16(2, pointCount, contours.length, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)]),
  name: nameTable,
  post: Buffer.concat([u32(0x00030000, 0), u16(-100, 50), u32(0, 0, 0, 0, 0)]),
}

const checksum = (table: Buffer): number => {
  const words = padded(table)
  let sum = 0
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0
  return sum
}

/** The number in `head` that makes the sum of the whole font a fixed one. */
function adjust(): number {
  const tags = Object.keys(tables)
  let offset = 12 + 16 * tags.length
  const directory = [u32(0x00010000), u16(tags.length, 128, 3, tags.length * 16 - 128)]
  for (const tag of tags) {
    const table = tables[tag] ?? Buffer.alloc(0)
    directory.push(Buffer.from(tag), u32(checksum(table), offset, table.length))
    offset += padded(table).length
  }
  const whole = Buffer.concat([...directory, ...Object.values(tables).map(padded)])
  return (0xb1b0afba - checksum(whole)) >>> 0
}
tables.head?.writeUInt32BE(adjust(), 8)

/** Numbers of the tables that WOFF2 knows by heart. */
const known: Record<string, number> = {
  cmap: 0,
  head: 1,
  hhea: 2,
  hmtx: 3,
  maxp: 4,
  name: 5,
  'OS/2': 6,
  post: 7,
  glyf: 10,
  loca: 11,
}
const base128 = (value: number): number[] =>
  value < 128 ? [value] : [...base128(value >> 7).map((byte) => byte | 128), value & 127]

const order = Object.keys(tables)
// `glyf` and `loca` are stored as they are: transform 3.
const entries = order.flatMap((tag) => {
  const isOutline = tag === 'glyf' || tag === 'loca'
  return [(known[tag] ?? 0) | (isOutline ? 0xc0 : 0), ...base128(tables[tag]?.length ?? 0)]
})
const data = Buffer.concat(order.map((tag) => tables[tag] ?? Buffer.alloc(0)))
const packed = brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT } })
const sfntSize = 12 + 16 * order.length + Object.values(tables).reduce((sum, table) => sum + padded(table).length, 0)
const length = 48 + entries.length + packed.length
const total = Math.ceil(length / 4) * 4
const woff2 = Buffer.concat([
  u32(0x774f4632, 0x00010000, total),
  u16(order.length, 0),
  u32(sfntSize, packed.length),
  u16(1, 0),
  u32(0, 0, 0, 0, 0),
  Buffer.from(entries),
  packed,
  Buffer.alloc(total - length),
])
writeFileSync(new URL('src/styles/globe.woff2', import.meta.url), woff2)
