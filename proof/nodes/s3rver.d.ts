// Declares the package's types, because it contains none.
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: readonly { name: string }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  interface Account {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void
    revokeAccessKey(accessKeyId: string): void
  }
  const accounts: { readonly DUMMY_ACCOUNT: Account }
  export default accounts
}

declare module '@20minutes/s3rver/lib/signature/v4.js' {
  type Signing = (request: { readonly uri: string }, ...rest: readonly unknown[]) => string
  const signatures: { getStringToSign: Signing }
  export default signatures
}
