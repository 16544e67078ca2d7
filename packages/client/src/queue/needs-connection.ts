import type { Api } from '../api.ts'
import { needOfConnection } from '../need-of-connection.ts'
import { isUnanswered } from '../unanswered.ts'

/**
 * Lets the writes of a host that never wait say so where no server answers (reference: screens, Changes that wait). The
 * returned function ends it.
 */
export function tellNeedOfConnection(api: Api): () => void {
  const { post, put, delete: remove } = api
  api.post = (path, body) => explained(post(path, body))
  api.put = (path, body) => explained(put(path, body))
  api.delete = (path) => explained(remove(path))
  return () => void Object.assign(api, { post, put, delete: remove })
}

async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw isUnanswered(error) ? needOfConnection(error) : error
  }
}
