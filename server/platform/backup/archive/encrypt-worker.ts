import { parentPort, workerData } from 'node:worker_threads'
import { encryptBatch, type ChunkBatch } from './encrypt-batch.ts'

// For each received batch, sends back the encrypted bytes. The order of the batches is preserved.
parentPort?.on('message', (batch: ChunkBatch) => {
  const encryptedBytes = encryptBatch(workerData as Uint8Array, batch)
  parentPort?.postMessage(encryptedBytes, [encryptedBytes.buffer])
})
