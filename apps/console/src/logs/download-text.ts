/** Offers a text as a file to download. */
export function downloadText(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  link.download = name
  link.click()
  // By then the download has its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
