import { uploadDefaults } from './upload-defaults.ts'

/**
 * Speaks for the upload widget to screen readers: files added within 750 ms are named together, and a text is taken
 * away after 1500 ms, so that the same words are read again.
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
    /** `textOf` makes the sentence of all names; the last one given counts. */
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
