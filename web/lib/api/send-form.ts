interface SendOptions {
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Called with the share of the body that has been sent, 0 to 1. */
  onProgress: (sentShare: number) => void
}

/** Sends a form with `XMLHttpRequest`, because `fetch` cannot report the upload's progress. */
export function sendForm(
  address: string,
  form: FormData,
  { headers, signal, onProgress }: SendOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abortUpload = (): void => reject(new DOMException('Upload stopped', 'AbortError'))
    if (signal.aborted) return abortUpload()
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const { status, responseText } = request
      const headers = new Headers()
      for (const name of ['retry-after', 'x-request-id']) {
        const value = request.getResponseHeader(name)
        if (value !== null) headers.set(name, value)
      }
      resolve(new Response(responseText || null, { status, headers }))
    })
    request.addEventListener('error', () => reject(new TypeError('No answer came')))
    request.addEventListener('abort', abortUpload)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
