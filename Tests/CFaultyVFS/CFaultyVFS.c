int faulty;
