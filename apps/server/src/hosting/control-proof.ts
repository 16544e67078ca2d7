import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const newNonce = () => randomBytes(24).toString('base64url')

/** What only somebody who knows the instance secret can answer to `nonce`; a proof of one side is none of the other. */
export function proofOf(secret: string, side: 'asks' | 'answers', nonce: string): string {
  return createHmac('sha256', secret).update(`tavla control ${side} ${nonce}`).digest('base64url')
}

export function isProof(secret: string, side: 'asks' | 'answers', nonce: string, proof: unknown): boolean {
  const [right, given] = [proofOf(secret, side, nonce), typeof proof === 'string' ? proof : '']
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
}
