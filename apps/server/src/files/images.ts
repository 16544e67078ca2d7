import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { TaskLimiter } from '../ground/locks.ts'
import { putInPlace, removeFile } from './disk.ts'
import { withHash } from './scaled-copy.ts'

/** Widths in which a scaled copy exists; `?thumb=1` is `thumbWidth` (reference: files, Serving). CSS pixels. */
export const scaledWidths = [64, 128, 256, 512] as const
export type ScaledWidth = (typeof scaledWidths)[number]
export const thumbWidth: ScaledWidth = 128

/** A larger picture is never decoded: a few kilobytes can claim gigapixels. */
const maxPixels = 60_000_000
const timeoutSeconds = 20
/** Limits scaling to two threads, so that a page full of new pictures does not take all processors. */
const limiter = new TaskLimiter(2, 200)

/** Size in pixels as displayed (after its EXIF rotation); undefined for a picture that can't be read. */
export async function measureImage(file: string): Promise<{ width: number; height: number } | undefined> {
  try {
    const { autoOrient } = await (await openImage(file)).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return undefined
  }
}

/**
 * Writes a copy of `file` at most `width` wide to `target`, in the same format and with its hash; an animation keeps
 * its first frame. A small or broken picture leaves an empty file, which means "use the original" and is not tried
 * again. Resolves to false when the work could not be done now (too many pictures waiting, no space) and should be
 * tried again later.
 */
export async function scaleImage(file: string, target: string, width: ScaledWidth): Promise<boolean> {
  return (await limiter.run(() => scaleNow(file, target, width))) ?? false
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
    seconds: timeoutSeconds,
  })
}
