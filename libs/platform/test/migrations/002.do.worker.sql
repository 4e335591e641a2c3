GRANT SELECT ON note TO strata_platform_test_worker;
CREATE POLICY note_for_worker ON note FOR SELECT TO strata_platform_test_worker USING (true);
