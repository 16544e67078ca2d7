import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const newNonce = () => randomBytes(24).toString('base64url')

/** Answers `nonce` with a proof of the instance secret. The proof of one side is not valid for the other. */
export function proofOf(secret: string, side: 'asks' | 'answers', nonce: string): string {
  return createHmac('sha256', secret).update(`tavla control ${side} ${nonce}`).digest('base64url')
}

export function isProof(secret: string, side: 'asks' | 'answers', nonce: string, proof: unknown): boolean {
  const [right, given] = [proofOf(secret, side, nonce), typeof proof === 'string' ? proof : '']
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
}
