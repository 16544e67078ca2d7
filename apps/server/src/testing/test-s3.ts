import { onTestFinished } from 'vitest'
import { openS3, type S3StandIn } from './s3-stand-in.ts'

/** Starts the service for one test. Two keys a page, so that paging is met. */
export async function startS3(): Promise<S3StandIn> {
  const service = await openS3(2)
  onTestFinished(() => service.close())
  return service
}
