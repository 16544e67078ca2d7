import { uploadDefaults } from './upload-defaults.ts'

/**
 * The upload widget's live region: files added within 750 ms are announced together, and a text is removed after 1500
 * ms, so that the same words can be read again.
 */
export function createAnnouncer(say: (text: string) => void) {
  let added: string[] = []
  let adding: ReturnType<typeof setTimeout> | undefined
  let clearing: ReturnType<typeof setTimeout> | undefined

  const announce = (text: string) => {
    clearTimeout(clearing)
    say(text)
    clearing = setTimeout(() => say(''), uploadDefaults.announceCleared)
  }

  return {
    announce,
    /** `textOf` makes the sentence from all names; the last one given counts. */
    announceAdded(filename: string, textOf: (filenames: string) => string) {
      added.push(filename)
      clearTimeout(adding)
      adding = setTimeout(() => {
        announce(textOf(added.join(', ')))
        added = []
      }, uploadDefaults.announceAdded)
    },
    stop() {
      clearTimeout(adding)
      clearTimeout(clearing)
    },
  }
}
