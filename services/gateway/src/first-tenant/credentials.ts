import { z } from 'zod';

/** What the first start hands to its operator. */
export const credentialsSchema = z.object({
  baseUrl: z.string().min(1),
  apiKey: z.string().min(1),
  testApiKey: z.string().min(1),
  email: z.string().min(3).max(254),
  password: z.string().min(12).max(128),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** Where the credentials are kept between starts. */
export interface CredentialsFile {
  /** @throws Error naming the file when it is there and is not what it should be. */
  read(): Promise<Credentials | undefined>;
  /** Writes the file unless somebody was faster; false then. Readable by its owner alone. */
  create(credentials: Credentials): Promise<boolean>;
}
