import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { StorePlace } from '../backup/store-place.ts'
import { StartError } from '../ground/start-error.ts'

/** Options beside the name of a store. */
interface StoreOptions {
  endpoint?: string | undefined
  region?: string | undefined
}

/**
 * A backup store as the command line names it: a folder, or `s3://BUCKET/PREFIX`, whose keys come from the environment
 * (reference: configuration, Recover).
 * @throws StartError
 */
export function storePlaceOf(
  text: string,
  { endpoint, region }: StoreOptions,
  environment: NodeJS.ProcessEnv,
): StorePlace {
  if (!/^s3:/i.test(text)) {
    if ((endpoint ?? region) !== undefined) throw new StartError('--endpoint and --region are for stores in buckets.')
    const folder = resolve(text)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new StartError(`There is no folder ${folder}.`)
    return { type: 'Folder', folder }
  }
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/i.exec(text) ?? []
  if (bucket === undefined) throw new StartError(`"${text}" is not the name of a bucket, which is s3://BUCKET/PREFIX.`)
  if (endpoint === undefined) throw new StartError('A store in a bucket needs --endpoint URL.')
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError('A store in a bucket needs its keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  }
  return { type: 'S3', endpoint, region: region ?? 'auto', bucket, prefix, accessKeyId, secretAccessKey }
}
