import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { Crew } from '../ground/locks.ts'
import { putInPlace, removeFile } from './disk.ts'
import { withHash } from './scaled-copy.ts'

/** Widths in which a scaled copy exists; `?thumb=1` is the second (reference: files, Serving). CSS pixels. */
export const scaledWidths = [64, 128, 256, 512] as const
export type ScaledWidth = (typeof scaledWidths)[number]
export const thumbWidth: ScaledWidth = 128

/** A picture larger than this is never decoded: a few kilobytes can claim gigapixels. */
const maxPixels = 60_000_000
const secondsForOne = 20
/** Two cores are not to be taken from everybody else by a page full of new pictures. */
const crew = new Crew(2, 200)

/** Size in pixels, as it is seen (turned by its EXIF mark); undefined for a picture that can't be read. */
export async function measureImage(file: string): Promise<{ width: number; height: number } | undefined> {
  try {
    const { autoOrient } = await (await openImage(file)).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return undefined
  }
}

/**
 * Writes a copy of `file` at most `width` wide to `target`, in the same format and with its hash; an animation keeps its
 * first frame.
 * A picture that is small enough or broken leaves an empty file, which means "take the original" and is not tried again.
 * Answers false when the work could not be done now (too much of it, no space) and is to be tried another time.
 */
export async function scaleImage(file: string, target: string, width: ScaledWidth): Promise<boolean> {
  return (await crew.run(() => scaleNow(file, target, width))) ?? false
}

async function scaleNow(file: string, target: string, width: ScaledWidth): Promise<boolean> {
  const unfinished = `${target}.part`
  try {
    const scaled = await makeCopy(file, unfinished, width)
    if (!scaled) await writeFile(unfinished, '')
    await putInPlace(unfinished, target)
    return true
  } catch {
    await removeFile(unfinished)
    return false
  }
}

async function makeCopy(file: string, target: string, width: ScaledWidth): Promise<boolean> {
  let bytes: Buffer
  try {
    const image = await openImage(file)
    const { autoOrient, size } = await image.metadata()
    if (autoOrient.width <= width && (size ?? 0) < 100_000) return false
    bytes = await image.autoOrient().resize({ width, withoutEnlargement: true }).toBuffer()
  } catch {
    return false
  }
  await writeFile(target, withHash(bytes), { flush: true })
  return true
}

async function openImage(file: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(file, { limitInputPixels: maxPixels, failOn: 'error', animated: false }).timeout({
    seconds: secondsForOne,
  })
}
