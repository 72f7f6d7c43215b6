// The bucket as a process of its own, as an object store is: it says where it is and serves until it is ended.
import { createTestBucket } from '../../server/files/testing-bucket.ts'

const { config } = await createTestBucket()
console.log(JSON.stringify(config))
