import { z } from 'zod';

/** The credentials that the first start gives to the operator. */
export const credentialsSchema = z.object({
  baseUrl: z.string().min(1),
  apiKey: z.string().min(1),
  testApiKey: z.string().min(1),
  email: z.string().min(3).max(254),
  password: z.string().min(12).max(128),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** Keeps the credentials between starts. */
export interface CredentialsFile {
  /** Throws, naming the file, if it exists and is not valid. */
  read(): Promise<Credentials | undefined>;
  /** Creates the file, readable only by its owner. Returns false if it exists. */
  create(credentials: Credentials): Promise<boolean>;
}
